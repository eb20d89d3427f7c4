import { fileURLToPath } from 'node:url';
import { buildStale } from '../tools/start/build.ts';
import { progress } from './kit/report.ts';

// Runs the bench that is named first. The server draws its pages with what was built: first what is there is made, and
// what is older than its sources made again, so that no bench measures yesterday's page.

const root = fileURLToPath(new URL('..', import.meta.url));
const [noun = ''] = process.argv.splice(2, 1);
await buildStale({ root, environment: process.env, onBuild: (workspace) => progress(`building ${workspace}`) });
await import(`./${noun}.ts`);
