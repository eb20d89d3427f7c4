import { openDrain } from '#platform/http/drain.ts';
import type { Readiness } from '#platform/http/readiness.ts';
import type { ProcessContext } from './process-context.ts';
import { makeHttp } from './http.ts';

/** Listens for HTTP until stopped; a stop takes no more connections and answers what comes on those that are open. */
export async function runApi(context: ProcessContext, readiness: Readiness): Promise<{ stop(): Promise<void> }> {
  const app = await makeHttp(context, context.log, readiness);
  const drain = openDrain(app.server);
  const address = await app.listen({ host: context.config.host, port: context.config.port });
  context.log.info({ address, url: context.config.publicUrl }, 'listening');
  return {
    async stop() {
      await drain();
      await app.close();
    },
  };
}
