import type { MaintenanceForm } from '@escuta/contract/maintenance';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { findMaintenance } from './queries.ts';

/** How long a process believes what it has read: the longest that one goes on after another was shut. */
const holdsMs = 5_000;

/**
 * Reads the switch of all processes at most every five seconds, once for all calls that ask meanwhile. While the database
 * is away it says what it said before: it is no reason of its own to shut.
 */
export function openMaintenanceGate({ database, clock }: Pick<AppContext, 'database' | 'clock'>): MaintenanceGate {
  let known: MaintenanceForm | null = null;
  let goodUntil = -Infinity;
  let underWay: Promise<void> | undefined;

  async function read(): Promise<void> {
    const askedAt = clock.now().getTime();
    try {
      const row = await database.withSystem(findMaintenance);
      known = row ? { text: row.text, until: row.until?.toISOString() ?? null } : null;
    } catch {
      // Whoever needs the database finds out by itself.
    }
    goodUntil = askedAt + holdsMs;
  }

  return {
    async current() {
      if (clock.now().getTime() >= goodUntil) {
        underWay ??= read().finally(() => {
          underWay = undefined;
        });
        await underWay;
      }
      return known;
    },
    forget() {
      goodUntil = -Infinity;
    },
  };
}
