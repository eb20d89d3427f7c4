import { loadDemo } from '../demo/load-demo.ts';
import { runOnce } from './run-once.ts';

// Everybody knows the password of the demo users: they are let in only where no other machine can reach them, or where
// somebody asks for it in so many words.
if (process.env.ESCUTA_EMBEDDED !== '1' && !process.argv.includes('--yes')) {
  console.error(
    'The demo users have a known password. Run again with --yes to load them into the database of DATABASE_URL.',
  );
  process.exit(1);
}

await runOnce('demo', async (context) => {
  for (const { company, counts } of await loadDemo(context)) {
    if (!counts) console.log(`${company}: is there already, nothing done`);
    else
      console.log(
        `${company}: ${counts.contacts} contacts, ${counts.sends} sends with ${counts.messages} messages, ${counts.responses} responses`,
      );
  }
});
