import type { Readiness } from '#platform/http/readiness.ts';
import type { MainHouse } from './house.ts';
import { makeHttp } from './http.ts';

const sweepMs = 100;

/** Listens for HTTP until stopped; a stop takes no more connections and lets the requests under way finish. */
export async function runApi(house: MainHouse, readiness: Readiness): Promise<{ stop(): Promise<void> }> {
  const app = await makeHttp(house, house.log, readiness);
  const address = await app.listen({ host: house.config.host, port: house.config.port });
  house.log.info({ address, url: house.config.publicUrl }, 'listening');
  return {
    async stop() {
      // A proxy keeps its connection after the last answer for a next question, which would hold the stop up.
      const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
      await app.close();
      clearInterval(sweep);
    },
  };
}
