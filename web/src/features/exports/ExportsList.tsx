import type { listExports } from '@escuta/contract/exports';
import type { Output } from '@escuta/contract/route';
import { Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportColumns } from '#web/features/exports/use-export-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { AdminModeSwitch } from '#web/ui/AdminModeSwitch.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import type { ListState } from '#web/ui/list/use-list-state.ts';
import { useMayReadResponses } from '#web/ui/ResponsesLink.tsx';

interface ExportsListProps {
  readonly exports: UseQueryResult<Output<(typeof listExports)['definition']['answer']>>;
  readonly state: ListState;
  readonly isAdmin?: boolean;
  readonly onAdmin: (isAdmin: boolean) => void;
  readonly highlightedId?: string;
  /** Something to say before the list. */
  readonly notice?: ReactNode;
}

/** What was exported in the background, how far each is, and its file for seven days. */
export function ExportsList({ exports, state, isAdmin = false, onAdmin, highlightedId, notice }: ExportsListProps) {
  const { t } = useTranslation('exports');
  return (
    <ListPage
      name="exports"
      title={t('title')}
      text={t('text')}
      notice={notice}
      state={state}
      answer={exports}
      columns={useExportColumns(isAdmin)}
      filters={<AdminModeSwitch isOn={isAdmin} onChange={onAdmin} />}
      isHighlighted={({ _id }) => _id === highlightedId}
      empty={<NothingExported />}
    />
  );
}

function NothingExported() {
  const { t } = useTranslation('exports');
  const { can } = useMe();
  const mayExportResponses = useMayReadResponses() && can('responses.export');
  return (
    <EmptyState
      drawing="table"
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Group gap="sm" justify="center">
          {can('contacts.export') && (
            <Button variant="default" renderRoot={(props) => <Link to="/contatos" {...props} />}>
              {t('contacts')}
            </Button>
          )}
          {mayExportResponses && (
            <Button variant="default" renderRoot={(props) => <Link to="/customer-feedback/responses" {...props} />}>
              {t('responses')}
            </Button>
          )}
          {can('sends.export') && (
            <Button variant="default" renderRoot={(props) => <Link to="/queues" {...props} />}>
              {t('sends')}
            </Button>
          )}
        </Group>
      }
    />
  );
}
