import { exportProcessingRecord } from '@escuta/contract/processing-record';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { collectFacts } from './collect-facts.ts';
import { recordFile } from './record-file.ts';

/** The route by which a company takes its record of processing. */
export function processingRecordRoutes(app: App, context: AppContext): void {
  implement(
    app,
    exportProcessingRecord,
  )(async ({ scope, query: { format, fileLanguage: language }, inCompany }) => {
    const now = context.clock.now();
    const facts = await inCompany(async (tx) => {
      const target = { type: 'company', id: scope.companyId } as const;
      await recordAudit(tx, scope, { action: 'processing_record.exported', target, after: { format } }, now);
      return collectFacts(tx, context, scope);
    });
    return recordFile(facts, { format, language, now });
  });
}
