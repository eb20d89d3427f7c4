import { lineAt, type Problem } from '../kit/report.ts';

const created = /^\s*CREATE (OR REPLACE )?(?:FUNCTION|PROCEDURE) (?:public\.)?([\w.]+)/gim;

/**
 * Holds every function to one living text (decision 0019). Takes path → text of the files of `db/`, and the functions of a
 * migrated database as `pg_get_functiondef` prints them.
 */
export function checkFunctionTexts(files: Map<string, string>, functions: string[]): Problem[] {
  const problems: Problem[] = [];
  const places = new Map<string, string>();
  for (const [path, text] of files) {
    if (path.startsWith('db/functions/')) problems.push(...checkSettings(path, text));
    for (const match of text.matchAll(created)) {
      const [, orReplace, name = ''] = match;
      const add = (message: string): void => {
        problems.push({ file: path, line: lineAt(text, match.index + match[0].search(/\S/)), message });
      };
      if (path.startsWith('db/migrations/')) {
        if (!name.startsWith('pg_temp.'))
          add(`${name} belongs in a file of db/functions, whose text is the living one`);
        continue;
      }
      const first = places.get(name);
      if (first !== undefined)
        add(`${name} stands in ${first} too; one that takes or gives something else gets a new name`);
      if (!orReplace) add(`${name} is created again at each change of this file: CREATE OR REPLACE`);
      places.set(name, path);
    }
  }
  for (const definition of functions) {
    const name = /FUNCTION public\.(\w+)\(/.exec(definition)?.[1] ?? definition;
    if (!places.delete(name))
      problems.push({
        file: 'db/functions',
        message: `${name} is in the database and in no file, or there twice; a new migration drops what nobody calls`,
      });
  }
  return problems;
}

/** What a function may set for its own run: how its names are read, and ways to read tables that it shuts. */
const settings = /^(search_path|enable_[a-z_]+)$/;

/** A distributed PostgreSQL makes no plan of a function with another setting, `plan_cache_mode` above all. */
function checkSettings(path: string, text: string): Problem[] {
  const heads = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, (body) => body.replaceAll(/[^\n]/g, ' '));
  return [...heads.matchAll(/\bSET (?!LOCAL)(\w+) (?:=|TO)/g)].flatMap((match) => {
    const [, name = ''] = match;
    if (settings.test(name)) return [];
    return [
      {
        file: path,
        line: lineAt(text, match.index),
        message: `a function sets search_path and enable_* only, not ${name}`,
      },
    ];
  });
}
