/** What `npm start -- --help` prints; read before anything is installed, so it imports nothing. */
export const startHelp = `Escuta: one command starts everything on this machine.

  npm start [-- options]

Options
  --demo       load the demo companies now (by itself only on the first start of the embedded database)
  --no-demo    do not load them on the first start
  --verbose    show the logs of api, worker and database here (otherwise: DATA_DIR/logs/escuta.log)
  --help       this page

Environment (or a line NAME=value in the file .env; the environment wins)
  PORT         3000         port of the web interface and of the API
  HOST         127.0.0.1    address to listen on; 0.0.0.0 opens it to the network
  DATA_DIR     ./data       folder of the embedded database, the files and the logs, for this user alone
  DATABASE_URL              a PostgreSQL 15 or newer (postgres://user:password@host:5432/name);
                            unset: the embedded database in DATA_DIR

Ctrl-C stops it.
`;

/** What `npm test -- --help` prints. */
export const testHelp = `Escuta: one command checks everything.

  npm test [-- options]

Options
  --only <area>   one stage (format, lint, types, checks, builds, unit, api, faults, e2e, cluster), or the tests whose path
                  contains the word, on the embedded database (npm test -- --only contacts)
  --verbose       show the output of every stage, not only of the failing ones
  --help          this page

Environment
  TEST_DATABASE_URL   a PostgreSQL server on which databases may be created; otherwise a temporary cluster is made
                      from the binaries found here
  CHROMIUM_PATH       the browser of the stories; otherwise a Chromium or Chrome is looked for
`;
