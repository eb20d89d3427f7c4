import { isIP } from 'node:net';
import type { ProviderService } from '@escuta/contract/sub-processors';
import { installedHosts } from '#modules/sends/index.ts';
import type { Config } from '#platform/config/config.ts';
import { isWithinNetworks } from '#platform/limits/networks.ts';

/** A provider by its host; nothing else of its address, which holds credentials, is in it. */
export interface InstalledProvider {
  readonly service: ProviderService;
  readonly host: string;
}

/** The providers that the installation is configured with, but for those that run on its own machines. */
export function installedProviders(config: Config): InstalledProvider[] {
  const { filesUrl, oidc, payments, shortLinks } = config;
  const hosts: Readonly<Record<ProviderService, string | null>> = {
    ...installedHosts(config),
    files: filesUrl && new URL(filesUrl).hostname,
    sign_in: oidc && new URL(oidc.issuer).hostname,
    payments: payments && new URL(payments.origin).hostname,
    // A host that is only linked to is told nothing of anybody.
    short_links: shortLinks && new URL(shortLinks.origin).hostname,
  };
  return (Object.entries(hosts) as [ProviderService, string | null][]).flatMap(([service, host]) =>
    host === null || isOwnMachine(host) ? [] : [{ service, host: plainHost(host) }],
  );
}

/** Networks that nobody reaches from outside (RFC 6890). */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
];
/** Names that no public zone has (RFC 6761, RFC 6762, RFC 8375), `.internal`, and those without a zone. */
const privateName = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa|test|invalid)$/;

/** Whether a host is a machine of the installation itself: somebody else's is reached by a public name or address. */
export function isOwnMachine(host: string): boolean {
  const plain = plainHost(host);
  return isIP(plain) ? isWithinNetworks(plain, privateNetworks) : privateName.test(plain);
}

/** A host as people write it: without the brackets of a URL and the dot of the root. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
