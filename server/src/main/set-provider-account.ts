// Gives a company an account of its own with a provider of messages. The provider's address holds a password, so it is read
// from standard input and stands in no list of processes and in no history. docs/operations.md tells when.
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { CompanyId } from '@escuta/contract/ids';
import { sendChannels } from '@escuta/contract/sends';
import { findCompany } from '#modules/companies/index.ts';
import { setProviderAccount } from '#modules/sends/channels/provider-account.ts';
import { runOnce } from './run-once.ts';

const { values } = parseArgs({
  options: { company: { type: 'string' }, channel: { type: 'string' }, sender: { type: 'string' } },
});
const { company: owner, channel: wanted = '', sender = '' } = values;
const { data: companyId } = CompanyId.safeParse(owner);
const channel = sendChannels.find((each) => each === wanted);
if (!companyId) fail('--company is no id of a company');
if (!channel) fail(`--channel is one of ${sendChannels.join(', ')}`);
if (sender.trim() === '') fail('--sender is missing: whom the messages come from');
const url = (await text(process.stdin)).trim();

await runOnce('set-provider-account', async ({ database, secrets, clock }) => {
  await database.withCompany(companyId, async (tx) => {
    const company = await findCompany(tx, companyId);
    if (!company) return fail('There is no such company');
    try {
      await setProviderAccount(tx, secrets, { companyId, channel, url, sender: sender.trim(), now: clock.now() });
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    console.log(`${company.name} sends over its own account now.`);
  });
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
