import type { CompanyId, PrivacyRequestId } from '@escuta/contract/ids';
import { privacyRequestDueDays } from '@escuta/contract/privacy-requests';
import { findCompany } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { closingMail } from './mails/closing-mail.ts';
import { findRequestRow, listStepRows } from './queries.ts';

const usefulMs = privacyRequestDueDays * 24 * 3_600_000;

interface Closing {
  readonly companyId: CompanyId;
  readonly requestId: PrivacyRequestId;
  /** The step that closed it. */
  readonly stepId: string;
}

/**
 * Mails to whoever asked how their request was closed (PRIVACY-04), as it was closed then. Harmless to do twice: the mail has the id
 * of the step. Nobody is told once who asked is forgotten.
 */
export async function tellRequester(
  { database, secrets, clock }: Pick<AppContext, 'database' | 'secrets' | 'clock'>,
  { companyId, requestId, stepId }: Closing,
): Promise<void> {
  const found = await database.withCompany(companyId, async (tx) => {
    const request = await findRequestRow(tx, { companyId, id: requestId });
    const step = (await listStepRows(tx, { companyId, id: requestId })).find(({ id }) => id === stepId);
    const company = await findCompany(tx, companyId);
    return request && step && company && { request, step, company };
  });
  if (!found || found.request.requester_email === '') return;
  const { request, step, company } = found;
  const { language, protocol, type, requester_name: name, requester_email: to } = request;
  const result = step.status === 'done' ? 'done' : 'refused';
  const content = closingMail({ language, name, company: company.name, protocol, type, result, answer: step.answer });
  await database.withSystem((tx) => queueMail(tx, secrets, { id: stepId, to, content, now: clock.now(), usefulMs }));
}
