import type { Suppression } from '@escuta/contract/suppressions';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactsBackLink } from '#web/features/contacts/ContactsBackLink.tsx';
import { AddForm } from '#web/features/contacts/suppressions/AddForm.tsx';
import { AddressCheck } from '#web/features/contacts/suppressions/AddressCheck.tsx';
import { suppressionsQuery } from '#web/features/contacts/suppressions/api.ts';
import { LiftDialog } from '#web/features/contacts/suppressions/LiftDialog.tsx';
import { SuppressionFilters } from '#web/features/contacts/suppressions/SuppressionFilters.tsx';
import { useSuppressionColumns } from '#web/features/contacts/suppressions/use-suppression-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/contatos/bloqueados');

/** The addresses that the unit does not write to. */
export function SuppressionsPage() {
  const { t } = useTranslation('suppressions');
  const mayEdit = useMe().can('suppressions.edit');
  const search = route.useSearch();
  const { change, ...state } = useListState(search, ['channel', 'reason']);
  const answer = useQuery(suppressionsQuery(search));
  const [isAdding, setAdding] = useState(false);
  const [lifted, setLifted] = useState<Suppression>();
  // What was said of an address does not hold any more once somebody has changed the list.
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges((before) => before + 1);
  const columns = useSuppressionColumns(setLifted);
  const close = () => setAdding(false);
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add.action')}
    </Button>
  );
  return (
    <>
      <ContactsBackLink />
      <ListPage
        name="suppressions"
        savedFilters="suppressions"
        title={t('title')}
        text={t('text')}
        actions={add}
        state={state}
        answer={answer}
        columns={columns}
        notice={mayEdit && <AddressCheck key={changes} onLift={setLifted} />}
        filters={<SuppressionFilters search={search} onChange={change} />}
        empty={
          <EmptyState
            drawing="people"
            title={t('empty.title')}
            text={t(mayEdit ? 'empty.text' : 'empty.textRead')}
            action={add}
          />
        }
      />
      <FormDrawer opened={isAdding} title={t('add.title')} onClose={close}>
        <AddForm onAdded={noteChange} onClose={close} />
      </FormDrawer>
      {lifted && <LiftDialog suppression={lifted} onLifted={noteChange} onClose={() => setLifted(undefined)} />}
    </>
  );
}
