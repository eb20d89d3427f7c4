// `npm test` on the project's own Node: the stages in order, one line each, the verdict as the last line.
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildStage, selectStages, staticStages, systemStages, unitStage } from './stages.ts';
import { single, slowest, type Stage, type StageResult, sum, verdict } from './stage.ts';

const slowestShown = 10;

const options = readOptions();
// Stages clean up after themselves (databases, clusters, folders); those that hold programs end them with us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
process.on('disconnect', () => process.exit(1));

const results: StageResult[] = [];
await runAll([buildStage]);
if (options.only === undefined) {
  await runTwoAtOnce(staticStages);
  await runAll([unitStage]);
  await runTwoAtOnce(systemStages);
} else {
  await runAll(selectStages(options.only));
}
const total = sum(results);
if (options.only === undefined) console.log(`\nThe slowest tests:\n${slowest(total, slowestShown).join('\n')}`);
console.log(`\n${verdict(total)}`);
process.exit(total.failed > 0 ? 1 : 0);

async function runAll(waiting: Stage[]): Promise<void> {
  for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) results.push(await runStage(stage));
}

async function runTwoAtOnce(stages: readonly Stage[]): Promise<void> {
  const waiting = [...stages];
  await Promise.all([runAll(waiting), runAll(waiting)]);
}

async function runStage(stage: Stage): Promise<StageResult> {
  const beganMs = performance.now();
  const result = await stage.run().catch((error: unknown) => {
    return single({ ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  const mark = result.failed > 0 ? '✗' : '✓';
  console.log(
    `${mark} ${stage.name.padEnd(16)} ${verdict(result)}  (${seconds} s)${result.note ? `  – ${result.note}` : ''}`,
  );
  if ((result.failed > 0 || options.verbose) && result.output.trim() !== '') {
    console.log(stripVTControlCharacters(result.output).trim().replaceAll(/^/gm, '    '));
  }
  return result;
}

function readOptions(): { only: string | undefined; verbose: boolean } {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
    });
    return { only: values.only, verbose: values.verbose };
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm test -- --help lists the options.`);
    process.exit(1);
  }
}
