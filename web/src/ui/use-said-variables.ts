import { listCustomFields } from '@escuta/contract/custom-fields';
import { fieldsNamedIn, sayVariables } from '@escuta/contract/variables';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';

/** Says what some questions name, where their answers are read: `[nome]`, or the label of a custom field. */
export function useSaidVariables(texts: readonly string[]): (text: string) => string {
  const { can } = useMe();
  const language = useLanguage();
  const isNamed = can('contacts.read') && fieldsNamedIn(texts).size > 0;
  const { data } = useQuery(routeQuery(listCustomFields, isNamed ? {} : undefined));
  const labels = new Map(data?.data.map(({ internal_name: name, label }) => [name, label]));
  return (text) => sayVariables(text, language, labels);
}
