import { listCustomFields } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import { answerFields, columnOfCustomField, columnOfQuestion, importFields } from '@escuta/contract/imports';
import type { ImportField, ImportPreview } from '@escuta/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '#web/lib/route-query.ts';
import { useSaidVariables } from '#web/ui/use-said-variables.ts';

interface ColumnChoice {
  readonly value: ImportField;
  readonly label: string;
}
export type ColumnChoices = readonly (ColumnChoice | { readonly group: string; readonly items: ColumnChoice[] })[];

const none: readonly CustomField[] = [];

/** The custom fields that columns of a file may hold: those of contacts. */
export function useImportedFields({ survey }: Pick<ImportPreview, 'survey'>): readonly CustomField[] {
  return useQuery(routeQuery(listCustomFields, survey === null && {})).data?.data ?? none;
}

/**
 * What a column of a file may become: of contacts, the fields of every contact and then those of the company by their labels; of
 * answers, the questions of their survey by their titles, and then who answered and when.
 */
export function useColumnChoices(
  { survey }: Pick<ImportPreview, 'survey'>,
  customFields: readonly CustomField[],
): ColumnChoices {
  const { t } = useTranslation('imports');
  const said = useSaidVariables(survey?.questions.map(({ title }) => title) ?? []);
  if (survey) {
    const questions = survey.questions.map(({ key, title }) => ({ value: columnOfQuestion(key), label: said(title) }));
    const others = answerFields.map((value) => ({ value, label: t(`field.${value}`) }));
    return [
      { group: t('importer.check.questions'), items: questions },
      { group: t('importer.check.answerFields'), items: others },
    ];
  }
  const own = importFields.map((value) => ({ value, label: t(`field.${value}`) }));
  if (customFields.length === 0) return own;
  const added = customFields.map((field) => ({ value: columnOfCustomField(field), label: field.label }));
  return [
    { group: t('importer.check.ownFields'), items: own },
    { group: t('importer.check.customFields'), items: added },
  ];
}
