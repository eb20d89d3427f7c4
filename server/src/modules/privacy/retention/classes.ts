import type { RetentionKind } from '@escuta/contract/retention';
import type { CompanyId } from '@escuta/contract/ids';
import { listBusinessUnits } from '#modules/companies/index.ts';
import { countToForget, forgetResponsesBefore } from '#modules/responses/index.ts';
import { countMessagesToForget, forgetMessagesBefore } from '#modules/sends/index.ts';
import { countAuditToForget, forgetAuditBefore } from '#platform/audit/forget-audit.ts';
import type { Transaction } from '#platform/db/database.ts';

interface Before {
  readonly companyId: CompanyId;
  readonly before: Date;
}

interface Batch extends Before {
  /** Where the batch before ended. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A class of data that is forgotten by age. */
interface RetentionClass {
  /** Whether its rows are changed across companies: those that a company may not change itself. */
  readonly isSystems: boolean;
  /** How many rows a run would reach. */
  readonly count: (tx: Transaction, given: Before) => Promise<number>;
  /** Forgets the next ones; `after` is undefined at the end. What is forgotten is not found again, so a run may begin anew. */
  readonly forget: (tx: Transaction, batch: Batch) => Promise<{ rows: number; after: string | undefined }>;
}

export const retentionClasses: Readonly<Record<RetentionKind, RetentionClass>> = {
  identity: ofResponses('identity'),
  comments: ofResponses('comments'),
  addresses: ofAudit('addresses'),
  messages: { isSystems: false, count: countMessagesToForget, forget: forgetMessagesBefore },
  logs: ofAudit('logs'),
};

/** Unit by unit, as the index of responses goes; the place in the walk names the unit too. */
function ofResponses(part: 'identity' | 'comments'): RetentionClass {
  return {
    isSystems: false,
    count: (tx, given) => countToForget(tx, { ...given, part }),
    async forget(tx, { after, ...batch }) {
      const units = (await listBusinessUnits(tx, batch.companyId)).map(({ id }) => id).toSorted();
      const [unit = '', key = ''] = after?.split('/') ?? [];
      const businessUnitId = units.find((id) => id >= unit);
      if (!businessUnitId) return { rows: 0, after: undefined };
      const place = businessUnitId === unit && key !== '' ? key : undefined;
      const done = await forgetResponsesBefore(tx, { ...batch, businessUnitId, part, after: place });
      const next = units.find((id) => id > businessUnitId);
      const rest = next && `${next}/`;
      return { rows: done.rows, after: done.after === undefined ? rest : `${businessUnitId}/${done.after}` };
    },
  };
}

function ofAudit(part: 'addresses' | 'logs'): RetentionClass {
  return {
    isSystems: true,
    count: (tx, given) => countAuditToForget(tx, { ...given, part }),
    async forget(tx, { companyId, before, limit }) {
      const rows = await forgetAuditBefore(tx, { companyId, before, part, limit });
      return { rows, after: rows < limit ? undefined : 'more' };
    },
  };
}
