import type { CompanyId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { typeOf } from '@escuta/contract/questions/index';
import { findDefinitions, findPublishedSurvey, findVersionHeads } from '#modules/surveys/index.ts';
import type { VersionHead } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';

/** What is masked of the answers to a version. */
export interface Mask {
  /** The keys of those of its questions whose answers are. */
  readonly keys: readonly string[];
  /** The comment of a response may be an answer to one of them. */
  readonly hidesComment: boolean;
}

/** What is masked, by versions; of the others nothing is. As JSON can keep it. */
export type Masks = Readonly<Record<SurveyVersionId, Mask>>;

/**
 * What is masked today of the answers to versions (decision 0066). Whatever shows what people wrote asks here, and shows nothing that
 * is masked: `revealAnswer` alone does.
 */
export async function findMasks(
  tx: Transaction,
  wanted: { companyId: CompanyId; versionIds: readonly SurveyVersionId[] },
): Promise<Masks> {
  return masksOf(tx, wanted.companyId, await findVersionHeads(tx, wanted));
}

/** The same, of heads that were read already. Of a unit without sensitive questions nothing more is read. */
export async function masksOf(
  tx: Transaction,
  companyId: CompanyId,
  heads: ReadonlyMap<SurveyVersionId, VersionHead>,
): Promise<Masks> {
  const masked = [...heads].filter(([, { sensitiveKeys }]) => sensitiveKeys.length > 0);
  if (masked.length === 0) return {};
  const versionIds = masked.map(([versionId]) => versionId);
  const definitions = await findDefinitions((work) => work(tx), companyId, versionIds);
  return Object.fromEntries(
    masked.map(([versionId, { sensitiveKeys }]): [SurveyVersionId, Mask] => {
      const questions = (definitions.get(versionId)?.questions ?? []).filter(({ key }) => sensitiveKeys.includes(key));
      const hidesComment = questions.some((question) => typeOf(question).isComment);
      return [versionId, { keys: questions.map(({ key }) => key), hidesComment }];
    }),
  );
}

/** The same, to be looked up and added to. */
export function masksByVersion(masks: Masks): Map<SurveyVersionId, Mask> {
  return new Map(Object.entries(masks) as [SurveyVersionId, Mask][]);
}

/** What is masked by one or by the other. */
export function eitherMask(one: Mask, other: Mask | undefined): Mask {
  if (!other) return one;
  return {
    keys: [...new Set([...one.keys, ...other.keys])],
    hidesComment: one.hidesComment || other.hidesComment,
  };
}

/** A row with its comment, or without it where that is masked. */
export function withoutMasked<Row extends { readonly comment: string | null }>(
  row: Row,
  mask: Mask | undefined,
): Row & { readonly isCommentHidden: boolean } {
  const isCommentHidden = row.comment !== null && mask?.hidesComment === true;
  return { ...row, comment: isCommentHidden ? null : row.comment, isCommentHidden };
}

/** The keys of the questions of a survey whose answers are masked today, also of those that it asks no more. */
export async function findMaskedKeys(
  tx: Transaction,
  { companyId, surveyId }: { companyId: CompanyId; surveyId: SurveyId },
): Promise<readonly string[]> {
  const published = await findPublishedSurvey(tx, { companyId, surveyId });
  const versionIds = published ? [published.versionId] : [];
  const heads = await findVersionHeads(tx, { companyId, versionIds });
  return [...heads.values()].flatMap(({ sensitiveKeys }) => sensitiveKeys);
}
