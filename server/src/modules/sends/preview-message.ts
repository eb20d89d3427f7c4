import { sampleFieldValues } from '@escuta/contract/field-variables';
import { ItemId } from '@escuta/contract/ids';
import type { SurveyId } from '@escuta/contract/ids';
import type { MessagePreview, SendChannel } from '@escuta/contract/sends';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { textsIn } from '@escuta/contract/variables';
import { findCompany } from '#modules/companies/index.ts';
import { findFieldsNamed } from '#modules/contacts/index.ts';
import { findPublishedSurvey, findSurvey } from '#modules/surveys/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { monthOf } from '#platform/time/clock.ts';
import { channels } from './channels/channels.ts';
import { accountOf } from './channels/provider-account.ts';

/** No item has this id, so the links of the message lead nowhere. */
const noItem = ItemId.parse('00000000-0000-0000-0000-000000000000');

interface PreviewForm {
  readonly surveyId: SurveyId;
  readonly channel: SendChannel;
  /** Texts that are being edited; absent: those of the published version. */
  readonly definition?: SurveyDefinition | undefined;
}

/**
 * The message of a survey, made and read back as a recipient would get it. Texts that are being edited are shown whether or
 * not they could be sent yet. Refuses NOT_FOUND, and for a published version SURVEY_NOT_PUBLISHED and CHANNEL_NOT_AVAILABLE.
 */
export async function previewMessage(
  tx: Transaction,
  context: Pick<AppContext, 'config' | 'clock' | 'secrets'>,
  { companyId, businessUnitId }: Scope,
  { surveyId, channel: name, definition }: PreviewForm,
): Promise<MessagePreview> {
  const company = await findCompany(tx, companyId);
  if (!company || !(await findSurvey(tx, { companyId, businessUnitId, id: surveyId }))) throw refuse('NOT_FOUND');
  const channel = channels[name];
  const account = await accountOf(tx, context.config, { companyId, channel: name });
  const texts = definition ?? (await findPublishedSurvey(tx, { companyId, surveyId }))?.definition;
  if (!texts) throw refuse('SURVEY_NOT_PUBLISHED');
  if (!account && !definition) throw refuse('CHANNEL_NOT_AVAILABLE');
  const fields = await findFieldsNamed(tx, companyId, textsIn(texts));
  const now = context.clock.now();
  const messages = channel.compile(context, {
    companyKey: company.link_key,
    companyName: company.name,
    itemsMonth: monthOf(now),
    definition: texts,
    fields,
    sender: account?.sender ?? channel.installation.sender(context.config),
  });
  const example = {
    itemId: noItem,
    name: 'Maria',
    address: channel.addressing.example,
    fields: sampleFieldValues(fields, texts.language),
  };
  return channel.show(messages.render(example, now));
}
