import { openDrain } from '#platform/http/drain.ts';
import type { Readiness } from '#platform/http/readiness.ts';
import type { MainHouse } from './house.ts';
import { makeHttp } from './http.ts';

/** Listens for HTTP until stopped; a stop takes no more connections and answers what comes on those that are open. */
export async function runApi(house: MainHouse, readiness: Readiness): Promise<{ stop(): Promise<void> }> {
  const app = await makeHttp(house, house.log, readiness);
  const drain = openDrain(app.server);
  const address = await app.listen({ host: house.config.host, port: house.config.port });
  house.log.info({ address, url: house.config.publicUrl }, 'listening');
  return {
    async stop() {
      await drain();
      await app.close();
    },
  };
}
