import { listConsents } from '@escuta/contract/consents';
import { getTimeline } from '@escuta/contract/timeline';
import { sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { addedAddressesMax, addSuppressions, listSuppressions } from '@escuta/contract/suppressions';
import type { AddedSuppressions } from '@escuta/contract/suppressions';
import { Alert, Button, Checkbox, Fieldset, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedLines } from '#web/features/contacts/suppressions/typed-lines.ts';
import type { TypedLine } from '#web/features/contacts/suppressions/typed-lines.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

/** Every channel is chosen until somebody says otherwise. */
const allChannels = Object.fromEntries(sendChannels.map((channel) => [channel, true])) as Record<SendChannel, boolean>;
/** What is wrong with the choice stands at the last of the boxes. */
const lastChannel = sendChannels[sendChannels.length - 1]!;

const invalidates = [listSuppressions, listConsents, getTimeline];

interface Added extends AddedSuppressions {
  readonly lines: readonly TypedLine[];
}

/** Stops writing to addresses that somebody types or pastes, and says what became of each line. */
export function AddForm({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const [added, setAdded] = useState<Added>();
  const tell = (what: Added) => {
    setAdded(what);
    onAdded();
  };
  return added ? <Result added={added} onClose={onClose} /> : <Lines onAdded={tell} />;
}

function Lines({ onAdded }: { onAdded: (added: Added) => void }) {
  const { t } = useTranslation(['suppressions', 'responses']);
  const add = useRouteMutation(addSuppressions, { invalidates }).mutateAsync;
  const form = useRouteForm(addSuppressions, {
    initialValues: { addresses: '', ...allChannels },
    toBody: ({ addresses, ...chosen }) => ({
      addresses: typedLines(addresses).map(({ text }) => text),
      channels: sendChannels.filter((channel) => chosen[channel]),
    }),
    sentences: {
      addresses: (typed) => {
        const { length } = typedLines(typed);
        return length > addedAddressesMax
          ? t('add.tooMany', { most: formatNumber(addedAddressesMax), count: length, number: formatNumber(length) })
          : undefined;
      },
    },
    check: (typed) =>
      sendChannels.some((channel) => typed[channel]) ? {} : { [lastChannel]: t('add.channelMissing') },
    submit: async (body) => {
      const answer = await add({ body });
      onAdded({ ...answer, lines: typedLines(form.values.addresses) });
    },
  });
  return (
    <RouteForm form={form} label={t('add.title')} submitLabel={t('add.save')}>
      <Textarea
        label={t('add.addresses')}
        description={t('add.addressesHelp', { most: formatNumber(addedAddressesMax) })}
        data-autofocus
        rows={10}
        spellCheck={false}
        autoComplete="off"
        {...form.field('addresses')}
      />
      <Fieldset variant="unstyled" legend={t('add.channels')}>
        <Stack gap="xs">
          {sendChannels.map((channel) => (
            <Checkbox key={channel} label={t(`responses:channel.${channel}`)} {...form.box(channel)} />
          ))}
        </Stack>
      </Fieldset>
      <Text c="dimmed" size="sm">
        {t('add.text')}
      </Text>
    </RouteForm>
  );
}

function Result({ added: { added, already_there: known, left_out: leftOut, lines }, onClose }: ResultProps) {
  const { t } = useTranslation('suppressions');
  return (
    <Stack gap="md">
      <Alert color={added + known > 0 ? 'teal' : 'yellow'} variant="light" role="none">
        <Text inherit tabIndex={-1} ref={takeFocus}>
          {added > 0 ? t('add.added', { count: added, number: formatNumber(added) }) : t('add.none')}
        </Text>
        {known > 0 && <Text inherit>{t('add.known', { count: known, number: formatNumber(known) })}</Text>}
      </Alert>
      {leftOut.length > 0 && (
        <div>
          <Text fw={500}>{t('add.leftOut', { count: leftOut.length, number: formatNumber(leftOut.length) })}</Text>
          <List mt="xs" spacing="xs" size="sm">
            {leftOut.map(({ place, reason }) => (
              <List.Item key={place}>
                {t(`add.line.${reason}`, { number: formatNumber(lines[place]?.number ?? 0) })}
                <Text c="dimmed" size="sm" truncate maw={260}>
                  {lines[place]?.text}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('add.close')}</Button>
      </Group>
    </Stack>
  );
}

/** The form that had the focus is gone: what came of it is read next. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

interface ResultProps {
  readonly added: Added;
  readonly onClose: () => void;
}
