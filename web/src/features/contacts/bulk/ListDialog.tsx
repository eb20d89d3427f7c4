import type { BulkTarget } from '@escuta/contract/bulk-actions';
import { addToContactList, createContactList, listSegments } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddToList, useCreateList } from '#web/features/contacts/bulk/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { PanelContext } from '#web/ui/form/form-panel.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { Select } from '#web/ui/Select.tsx';

interface ListDialogProps {
  readonly opened: boolean;
  readonly target: BulkTarget;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Asks which list the picked contacts are added to: one of the unit, or a new one. */
export function ListDialog({ opened, onBack, ...props }: ListDialogProps) {
  const { t } = useTranslation(['bulk-actions', 'ui']);
  return (
    <Modal
      opened={opened}
      onClose={onBack}
      title={t('list.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Lists onBack={onBack} {...props} />
    </Modal>
  );
}

type FormProps = Omit<ListDialogProps, 'opened'>;

function Lists(props: FormProps) {
  const answer = useQuery(routeQuery(listSegments, {}));
  return (
    <Loaded answer={answer}>
      {({ data }) => <Choice lists={data.filter(({ kind }) => kind === 'list')} {...props} />}
    </Loaded>
  );
}

const kinds = ['existing', 'new'] as const;

/** Where the unit has no list yet, nothing but a new one is asked for. */
function Choice({ lists, ...props }: FormProps & { readonly lists: readonly Segment[] }) {
  const { t } = useTranslation('bulk-actions');
  const [kind, setKind] = useState<(typeof kinds)[number]>(lists.length > 0 ? 'existing' : 'new');
  return (
    <Stack gap="md">
      {lists.length > 0 && (
        <SegmentedControl
          aria-label={t('list.which')}
          value={kind}
          data={kinds.map((each) => ({ value: each, label: t(`list.kind.${each}`) }))}
          onChange={setKind}
        />
      )}
      {kind === 'existing' ? <ExistingList lists={lists} {...props} /> : <NewList {...props} />}
    </Stack>
  );
}

function ExistingList({ lists, target, onBack, onDone }: FormProps & { readonly lists: readonly Segment[] }) {
  const { t } = useTranslation('bulk-actions');
  const errorText = useErrorText(formatNumber);
  const noticeAdded = useAddedNotice();
  const { mutateAsync: add } = useAddToList();
  const listOf = (id: string) => lists.find(({ _id }) => _id === id);
  const form = useRouteForm(addToContactList, {
    initialValues: { list: '' },
    toBody: () => ({ from: target }),
    check: ({ list }) => (listOf(list) ? {} : { list: t('list.missing') }),
    failureText: errorText,
    submit: async (body) => {
      const chosen = listOf(form.values.list)!;
      const { added } = await add({ params: { id: chosen._id }, body });
      noticeAdded(chosen, added);
      onDone();
    },
  });
  return (
    <PanelContext value={{ close: onBack }}>
      <RouteForm form={form} submitLabel={t('list.add')}>
        <Select
          name="list"
          data-autofocus
          label={t('list.label')}
          placeholder={t('list.choose')}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('list.nothing')}
          data={lists.map(({ _id, name }) => ({ value: _id as string, label: name }))}
          value={form.values.list || null}
          error={form.problem('list')}
          onChange={(list) => form.set({ list: list ?? '' })}
        />
      </RouteForm>
    </PanelContext>
  );
}

function NewList({ target, onBack, onDone }: FormProps) {
  const { t } = useTranslation(['bulk-actions', 'segments']);
  const errorText = useErrorText(formatNumber);
  const noticeAdded = useAddedNotice();
  const create = useCreateList();
  const form = useRouteForm(createContactList, {
    initialValues: { name: '' },
    toBody: ({ name }) => ({ name, from: target }),
    sentences: { name: (typed) => (typed.trim() === '' ? t('segments:name.required') : undefined) },
    refusals: { SEGMENT_EXISTS: () => ({ name: t('segments:name.exists') }) },
    failureText: errorText,
    submit: async (body) => {
      const list = await create.mutateAsync({ body });
      noticeAdded(list, list.contacts ?? 0);
      onDone();
    },
  });
  return (
    <PanelContext value={{ close: onBack }}>
      <RouteForm form={form} label={t('list.kind.new')} submitLabel={t('list.create')}>
        <TextInput label={t('list.name')} aria-required autoComplete="off" data-autofocus {...form.field('name')} />
      </RouteForm>
    </PanelContext>
  );
}

/** Says how many came to a list; who was on it before, or is erased, is not one of them. */
function useAddedNotice(): (list: Segment, added: number) => void {
  const { t } = useTranslation('bulk-actions');
  return ({ name }, added) =>
    noticeSuccess(
      added === 0 ? t('list.nobody', { name }) : t('list.added', { count: added, number: formatNumber(added), name }),
    );
}
