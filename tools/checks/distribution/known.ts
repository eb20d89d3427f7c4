/**
 * What breaks a rule and stands all the same, by file and rule, each with the reason. Migrations that ran stay as they are. A
 * row that nothing needs any more is an error.
 */
export const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'db/migrations/0010_send_engine.sql': { 'add column': 'ran before the rule' },
  'db/migrations/0011_send_item_keys.sql': { 'add constraint': 'ran before the rule' },
  'db/migrations/0030_survey_whatsapp.sql': { 'add column': 'ran before the rule' },
  'db/migrations/0050_send_items_stay_on_their_page.sql': {
    'drop index': 'ran before the rule',
    'add constraint': 'ran before the rule',
    'insert select': 'ran before the rule, as the owner of the tables',
  },
  'db/migrations/0170_take_mailboxes.sql': { 'add constraint': 'ran before the rule' },
  'db/schema.sql': {
    trigger: 'a published version never changes, whoever tries; a deployment allows this one (docs/operations.md)',
    'mutual keys': 'a survey names its current version, and a version its survey: both stand with the company',
  },
  'db/functions/survey_versions.sql': { 'company first': 'the body of the one trigger' },
  'db/functions/send_items.sql': {
    'company first': 'months are made by the owner of the tables, for all companies',
    'insert select': 'moves rows between two partitions, as their owner',
  },
  'db/functions/contacts.sql': { 'company first': 'statistics are taken by the owner of the table, for all companies' },
};
