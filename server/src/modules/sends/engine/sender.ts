import type { CompanyId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Transport } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';
import { openAccountLane } from './account-lane.ts';
import type { AccountLane } from './account-lane.ts';
import { listAccountsWithWork, openAccount } from './company-accounts.ts';
import { installationAccount } from './open-account.ts';

const lookEveryMs = 1_000;
/** An account of a company that had nothing to send for so long is closed; the next send opens it again. */
const idleMsMax = 60_000;
const closeGraceMs = 500;

export interface Sender {
  /** Stops every lane: see `AccountLane.stop`. What the installation's transports hold is theirs who opened them. */
  stop(): Promise<void>;
}

/** The ways out that the installation has for companies without an account of their own. */
export type InstallationTransports = Readonly<Partial<Record<SendChannel, Transport<unknown>>>>;

type SenderDeps = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'metrics' | 'secrets'>;

interface CompanyLane {
  readonly lane: AccountLane;
  readonly transport: Transport<unknown>;
  usedAtMs: number;
}

/**
 * Sends what the queue asks for: plans audiences, claims items, hands them to the providers and keeps the ledger. Each account
 * has a lane of its own, so that one whose provider is away holds nobody else up. Any number of processes may run one
 * sender each; the database decides who sends what.
 */
export function startSender(context: SenderDeps, installation: InstallationTransports): Sender {
  const { config, database, clock, log, metrics } = context;
  const lanes = Object.values(channels).flatMap((channel) => {
    const transport = installation[channel.name];
    return transport ? [openAccountLane(context, { ...installationAccount(config, channel.name), transport })] : [];
  });
  const ofCompanies = new Map<string, CompanyLane>();

  async function lookForAccounts(): Promise<boolean> {
    for (const found of await listAccountsWithWork(database, clock.now())) {
      const open = ofCompanies.get(found.accountKey);
      if (open) open.usedAtMs = performance.now();
      else await openLaneOf(found);
    }
    for (const [key, each] of ofCompanies) {
      if (performance.now() - each.usedAtMs < idleMsMax || !each.lane.isIdle()) continue;
      ofCompanies.delete(key);
      await close(each);
    }
    return false;
  }

  async function openLaneOf(found: { readonly companyId: CompanyId; readonly accountKey: string }): Promise<void> {
    const account = await openAccount(context, found);
    if (!account) return;
    const lane = openAccountLane(context, account);
    ofCompanies.set(found.accountKey, { lane, transport: account.transport, usedAtMs: performance.now() });
  }

  const all = () => [...lanes, ...[...ofCompanies.values()].map(({ lane }) => lane)];
  const sum = (of: (lane: AccountLane) => number) => () => all().reduce((total, lane) => total + of(lane), 0);
  metrics.watch(
    'escuta_send_buffered_items',
    sum((lane) => lane.buffered),
  );
  metrics.watch(
    'escuta_send_unwritten_results',
    sum((lane) => lane.unwritten),
  );
  metrics.watch('escuta_send_held_back', () => Number(all().some((lane) => lane.isHeldBack())));
  const looks = repeat(lookEveryMs, log, lookForAccounts);

  return {
    async stop() {
      await looks.stop();
      await Promise.all([...lanes.map((lane) => lane.stop()), ...[...ofCompanies.values()].map(close)]);
    },
  };
}

async function close({ lane, transport }: CompanyLane): Promise<void> {
  await lane.stop();
  await transport.close(closeGraceMs);
}
