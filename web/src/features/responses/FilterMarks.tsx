import { getContactCompany } from '@escuta/contract/contact-companies';
import { getImport } from '@escuta/contract/imports';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ResponseSearch } from '#web/features/responses/response-search.ts';
import { formatNumber } from '#web/lib/format.ts';
import { languageNames } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import classes from './ResponsesPage.module.css';

const route = getRouteApi('/shell/customer-feedback/responses');

interface FilterMark {
  readonly text: string;
  /** What its button takes out of the filter. */
  readonly fields: readonly (keyof ResponseFilter)[];
}

/** What the address narrows the list by beyond the fields above it: each with a button that takes it back. */
export function FilterMarks() {
  const { t } = useTranslation('responses');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const marks = useMarks(search);
  if (marks.length === 0) return null;
  return (
    <ul className={classes['marks']} aria-label={t('filter.marks')}>
      {marks.map(({ text, fields }) => (
        <li key={text}>
          <Button
            variant="light"
            size="compact-sm"
            rightSection={<IconX size={14} stroke={1.5} aria-hidden />}
            aria-label={t('filter.remove', { filter: text })}
            onClick={() =>
              void navigate({
                search: (before) => ({
                  ...before,
                  ...Object.fromEntries(fields.map((field) => [field, undefined])),
                  page: undefined,
                }),
              })
            }
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useMarks(search: ResponseSearch): FilterMark[] {
  const { score, scoreMin, scoreMax, origin, language, contactCompanyId, importId } = search;
  const { t } = useTranslation('responses');
  const company = useQuery(routeQuery(getContactCompany, contactCompanyId && { params: { id: contactCompanyId } }));
  const mayName = useMe().can('contacts.import');
  const imported = useQuery(routeQuery(getImport, mayName && importId ? { params: { id: importId } } : undefined));
  const marks: FilterMark[] = [];
  if (scoreMin !== undefined || scoreMax !== undefined) {
    const [from, to] = [scoreMin ?? 0, scoreMax ?? 10].map((bound) => formatNumber(bound));
    const text = from === to ? t('filter.scoreIs', { score: from }) : t('filter.scoreRange', { from, to });
    marks.push({ text, fields: ['scoreMin', 'scoreMax'] });
  }
  if (score !== undefined) marks.push({ text: t(`filter.score.${score}`), fields: ['score'] });
  if (origin !== undefined) marks.push({ text: t(`origin.${origin}`), fields: ['origin'] });
  if (language !== undefined) marks.push({ text: languageNames[language], fields: ['language'] });
  if (contactCompanyId !== undefined) {
    const text = company.data ? t('filter.company', { name: company.data.nome }) : t('filter.ofCompany');
    marks.push({ text, fields: ['contactCompanyId'] });
  }
  if (importId !== undefined) {
    const text = imported.data ? t('filter.import', { file: imported.data.file_name }) : t('filter.ofImport');
    marks.push({ text, fields: ['importId'] });
  }
  return marks;
}
