// Asks the process of this container how it is: `node server/src/main/ask-health.ts /readyz`. Ends with 0 for a yes.
const path = process.argv[2] ?? '/healthz';
const port = process.env.OPERATIONS_PORT || '9464';
const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
console.log(answer ? await answer.text() : 'no answer');
process.exit(answer?.ok ? 0 : 1);
