/** What `npm run cluster -- --help` prints; read before anything is installed, so it imports nothing. */
export const clusterHelp = `Escuta as in a real installation, on this machine and without containers: two apis, two workers, one PostgreSQL.

  npm run cluster [-- options]

The processes are started with the commands of compose.yaml and given the settings that it gives them, but without
NODE_ENV=production, which asks for TLS in front, a key and a mail server. They share one database, one key and one
folder of files. A small load balancer shares the connections out among the apis, as a proxy does, and leaves out an api
that is gone. Kill any process (its number is printed): what ended is reported and is not started again, and the rest
goes on.

Options
  --demo       load the demo companies
  --verbose    show the logs of the processes here (otherwise: DATA_DIR/logs, a file for each)
  --help       this page

Environment (or a line NAME=value in the file .env; the environment wins)
  PORT          3000   port of the load balancer; the apis get the next two, and the machines' questions (/healthz,
                       /readyz, /metrics) of the four processes the four after those
  DATABASE_URL         a PostgreSQL 15 or newer; unset: a temporary one made from the binaries of this machine, whose
                       owner is no superuser, and which goes when the cluster ends
  DATA_DIR             folder of files and logs; unset: ./data beside DATABASE_URL, otherwise a temporary one
  SECRET_KEY           key of links and sessions; unset: the file secret.key in DATA_DIR
  SMTP_URL             the mail server; unset: messages are kept, and shown at /dev/mailbox

It listens on 127.0.0.1 only. Ctrl-C stops everything.
`;
