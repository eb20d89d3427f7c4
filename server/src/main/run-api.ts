import type { makeHouse } from './house.ts';
import { makeHttp } from './http.ts';

/** Listens for HTTP until stopped; a stop lets the requests under way finish. */
export async function runApi(house: Awaited<ReturnType<typeof makeHouse>>): Promise<{ stop(): Promise<void> }> {
  const app = await makeHttp(house, house.log);
  await app.listen({ host: house.config.host, port: house.config.port });
  house.log.info({ url: house.config.publicUrl }, 'listening');
  return { stop: () => app.close() };
}
