import { providerServices } from '@escuta/contract/sub-processors';
import type { NamedSubProcessor, ProviderService, SubProcessor } from '@escuta/contract/sub-processors';
import type { CompanyId } from '@escuta/contract/ids';
import { findCompany } from '#modules/companies/index.ts';
import { findOwnProviders } from '#modules/sends/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { installedProviders, isOwnMachine, plainHost } from './installed-providers.ts';

/**
 * Who works on the data of a company for the installation: its providers as far as the company uses them, by what whoever runs it
 * calls them or else by their hosts; those that the company has an account of its own with; and those that are only named.
 */
export async function findSubProcessors(
  tx: Transaction,
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
  companyId: CompanyId,
): Promise<SubProcessor[]> {
  const own = await findOwnProviders(tx, secrets, companyId);
  const company = await findCompany(tx, companyId);
  const installed = installedProviders(config);
  const isUsed = (service: ProviderService) =>
    !own.some(({ channel, replacesInstallation }) => channel === service && replacesInstallation) &&
    (service !== 'sign_in' || company?.federated_login !== 'off');
  const ofServices = providerServices.filter(isUsed).flatMap((service) => {
    const named = config.subProcessors.filter((each) => each.service === service);
    if (named.length > 0) return named.map(toSubProcessor);
    return installed.filter((each) => each.service === service).map(({ host }) => unnamed(service, host, false));
  });
  const ofCompany = own
    .filter(({ host }) => !isOwnMachine(host))
    .map(({ channel, host }) => unnamed(channel, plainHost(host), true));
  const others = config.subProcessors.filter(({ service }) => service === undefined).map(toSubProcessor);
  return [...ofServices, ...ofCompany, ...others];
}

function toSubProcessor({ name, service, does, data, country }: NamedSubProcessor): SubProcessor {
  return { name, service: service ?? null, does: does ?? null, data: data ?? null, country, is_own: false };
}

function unnamed(service: ProviderService, host: string, isOwn: boolean): SubProcessor {
  return { name: host, service, does: null, data: null, country: null, is_own: isOwn };
}
