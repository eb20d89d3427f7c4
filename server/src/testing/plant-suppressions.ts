import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { TestContext } from './test-context.ts';

interface Planted {
  readonly address: string;
  readonly channel?: SendChannel;
  readonly reason: SuppressionReason | 'erased';
  readonly at?: Date;
}

/** Suppresses addresses that nobody has suppressed, as whoever says so would; those of one reason by one word. */
export async function plantSuppressions(
  { clock, database }: TestContext,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  planted: readonly Planted[],
): Promise<void> {
  const words = new Map(planted.map(({ reason }) => [reason, randomUUID()]));
  await database.withCompany(companyId, async (tx) => {
    for (const { address, channel = 'email', reason, at = clock.now() } of planted) {
      const told = reason === 'erased' ? 'manual' : reason;
      const erasedAt = reason === 'erased' ? at : null;
      await sql`
        INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, erased_at)
        VALUES (${companyId}, ${businessUnitId}, ${channel}, address_hash(${address}), ${told}, ${at}, ${erasedAt})
      `.execute(tx);
      await sql`
        INSERT INTO stops (company_id, business_unit_id, channel, address_hash, word_id, reason, at)
        VALUES (${companyId}, ${businessUnitId}, ${channel}, address_hash(${address}), ${words.get(reason)}, ${reason}, ${at})
      `.execute(tx);
    }
  });
}
