import type { listImports } from '@escuta/contract/imports';
import type { Output } from '@escuta/contract/route';
import { Button, Group } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportsModeSwitch } from '#web/features/imports/ImportsModeSwitch.tsx';
import { ImportContactsButton } from '#web/features/imports/ImportContactsButton.tsx';
import { canOpenResults, completeLink } from '#web/features/imports/import-results.ts';
import { useImportColumns } from '#web/features/imports/use-import-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import type { ListState } from '#web/ui/list/use-list-state.ts';

interface ImportsListProps {
  readonly imports: UseQueryResult<Output<(typeof listImports)['definition']['answer']>>;
  readonly state: ListState;
  readonly highlightedId?: string;
  /** Something to say before the list. */
  readonly notice?: ReactNode;
}

/** What was imported, how far each is and what came of it. A click opens what a complete one brought, a link the card of any. */
export function ImportsList({ imports, state, highlightedId, notice }: ImportsListProps) {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  return (
    <ListPage
      name="imports"
      title={t('title')}
      text={t('text')}
      actions={<ImportButtons />}
      notice={notice}
      state={state}
      filters={<ImportsModeSwitch />}
      answer={imports}
      columns={useImportColumns({ leadsToCards: true })}
      isHighlighted={({ _id }) => _id === highlightedId}
      isClickable={canOpenResults}
      onRowClick={(entry) => void navigate(completeLink(entry))}
      empty={<EmptyState drawing="table" title={t('empty.title')} text={t('empty.text')} action={<ImportButtons />} />}
    />
  );
}

function ImportButtons() {
  const { t } = useTranslation('imports');
  const { can } = useMe();
  if (!can('contacts.import')) return null;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconMessages size={16} stroke={1.5} aria-hidden />}
        renderRoot={(props) => <Link to="/importer/answers" {...props} />}
      >
        {t('importAnswers')}
      </Button>
      <ImportContactsButton />
    </Group>
  );
}
