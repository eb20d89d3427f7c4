import type { BusinessUnitId, ImportId, ItemId, ResponseId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { responseOrigins } from '@escuta/contract/response-filter';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { makeAnswerToken } from '#modules/sends/index.ts';
import { makeLinkSlug } from '#modules/surveys/index.ts';
import { newToken, secretsFrom } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import { testDefinition } from '../../../testing/send-factories.ts';
import { readAnswerSource } from '../answer-link.ts';
import { eachLinkedOrigin, eachOrigin, linkedOriginOf, originOf, origins } from './origins.ts';
import type { AnswerSource, AnyLinkedOrigin, LinkedSource } from './origins.ts';
import type { LinkedOrigin } from './origin.ts';
import type { LinkSource } from './link.ts';

const secrets = secretsFrom('a secret key of a test, of 32 characters or more');
const others = secretsFrom('another secret key of a test, long enough for one');
const companyKey = 123_456_789;

/** A source of each origin: a new one does not compile without its own. */
const linkedExamples: { readonly [Name in LinkedSource['origin']]: Extract<LinkedSource, { origin: Name }> } = {
  invitation: { origin: 'invitation', itemsMonth: '2026-11-01', itemId: newId<ItemId>() },
  link: { origin: 'link', code: '0123456789ab' },
};
const survey = {
  surveyId: newId<SurveyId>(),
  versionId: newId<SurveyVersionId>(),
  businessUnitId: newId<BusinessUnitId>(),
  title: 'Loja',
  definition: testDefinition,
  timezone: 'America/Sao_Paulo',
};
const examples: { readonly [Name in ResponseOriginName]: Extract<AnswerSource, { origin: Name }> } = {
  ...linkedExamples,
  import: { origin: 'import', importId: newId<ImportId>(), survey, setsOff: false, contactId: null },
};

/** The token of a link to an example, as whoever gives such links out makes it. */
const tokens: { readonly [Name in LinkedSource['origin']]: (of: Secrets) => string } = {
  invitation: (of) => makeAnswerToken(of, { companyKey, ...linkedExamples.invitation }),
  link: (of) => makeLinkSlug(of, { companyKey, code: linkedExamples.link.code }),
};

const everySource: readonly AnswerSource[] = Object.values(examples);
const everyLinked: readonly LinkedSource[] = Object.values(linkedExamples);

/** The names of those that take a token for a link of their own. */
function readersOf(token: string): ResponseOriginName[] {
  return eachLinkedOrigin.filter(({ links }) => links.read(secrets, token) !== null).map(({ name }) => name);
}

describe('the origins', () => {
  test('are those of the contract, each under its own name, with pages of its own', () => {
    expect(Object.keys(origins).toSorted()).toEqual([...responseOrigins].toSorted());
    expect(eachOrigin.map((origin) => originOf(examples[origin.name]))).toEqual(eachOrigin);
    expect(eachLinkedOrigin.map((origin) => linkedOriginOf(linkedExamples[origin.name]))).toEqual(eachLinkedOrigin);
    const paths = eachLinkedOrigin.map(({ page }) => page.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(everyLinked)('a link of the origin $origin is read back by its own entry, and by no other', (source) => {
    const token = tokens[source.origin](secrets);
    expect(readersOf(token)).toEqual([source.origin]);
    expect(readAnswerSource(secrets, token)).toEqual({ companyKey, source });
  });

  test.each(everyLinked)('a link of the origin $origin that was made or changed elsewhere is nobody’s', (source) => {
    const token = tokens[source.origin](secrets);
    const changed = [token.startsWith('A') ? 'B' : 'A', token.slice(1)].join('');
    const made = tokens[source.origin](others);
    for (const unknown of [changed, made, token.slice(0, -4), `${token}AAAA`, 'A'.repeat(token.length)])
      expect([unknown, readersOf(unknown), readAnswerSource(secrets, unknown)]).toEqual([unknown, [], null]);
  });

  test.each(['', 'aurora', newId(), newToken()])('%j is nobody’s link', (unknown) => {
    expect([readersOf(unknown), readAnswerSource(secrets, unknown)]).toEqual([[], null]);
  });

  test('what a step belongs to says its origin, so that no two have a response in common', () => {
    const step = { responseId: newId<ResponseId>(), seq: 1, answers: {}, complete: false };
    for (const source of everySource)
      expect(originOf(source).keyOf({ source, step }).split('/')[0]).toBe(source.origin);
  });

  test('have every part, and the name that they are registered by', () => {
    expectTypeOf<Omit<LinkedOrigin<LinkSource>, 'page'>>().not.toExtend<AnyLinkedOrigin>();
    expectTypeOf<Omit<LinkedOrigin<LinkSource>, 'readSteps'>>().not.toExtend<AnyLinkedOrigin>();
    expectTypeOf<LinkedOrigin<LinkSource>>().toExtend<AnyLinkedOrigin>();
    expectTypeOf<LinkedOrigin<LinkSource>['name']>().toEqualTypeOf<'link'>();
    // @ts-expect-error a source of another origin
    expect(origins.link.links.limitKey(examples.invitation)).toBeUndefined();
  });
});
