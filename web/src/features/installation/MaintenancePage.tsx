import { beginMaintenance, endMaintenance, getMaintenance } from '@escuta/contract/maintenance';
import type { MaintenanceForm } from '@escuta/contract/maintenance';
import { Alert, Button, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComplete, isEmpty, LocalTextFields, noText } from '#web/features/installation/LocalTextFields.tsx';
import { NoticesCard } from '#web/features/installation/NoticesCard.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** Where the internal admin shuts the platform and tells everybody something. */
export function MaintenancePage() {
  const { t } = useTranslation('installation');
  const answer = useQuery(routeQuery(getMaintenance, {}));
  return (
    <>
      <PageHeader title={t('admin.title')} text={t('admin.text')} />
      <Stack gap="lg" maw={720}>
        {answer.error && !answer.data ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data ? (
          <MaintenanceCard key={answer.data.maintenance?.began_at ?? 'open'} {...answer.data} />
        ) : (
          <Skeleton height={240} />
        )}
        <NoticesCard />
      </Stack>
    </>
  );
}

function MaintenanceCard({ maintenance }: { maintenance: (MaintenanceForm & { began_at: string }) | null }) {
  const { t } = useTranslation('installation');
  const errorText = useErrorText();
  const [text, setText] = useState(maintenance?.text ?? noText);
  const [until, setUntil] = useState('');
  const [isAsked, setAsked] = useState(false);
  const options = { invalidates: [getMaintenance], onSettled: () => setAsked(false) };
  const begin = useRouteMutation(beginMaintenance, options);
  const end = useRouteMutation(endMaintenance, options);
  const isHalf = !isEmpty(text) && !isComplete(text);
  const save = () =>
    begin.mutate({
      body: {
        text: isEmpty(text) ? null : text,
        until: until ? new Date(until).toISOString() : (maintenance?.until ?? null),
      },
    });
  const error = begin.error ?? end.error;
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Text fw={600}>
          {maintenance ? t('admin.shut', { time: formatInstant(maintenance.began_at) }) : t('admin.open')}
        </Text>
        {maintenance?.until && <Text>{t('maintenance.until', { time: formatInstant(maintenance.until) })}</Text>}
        <LocalTextFields label={t('admin.message')} value={text} onChange={setText} />
        <TextInput
          type="datetime-local"
          label={t('admin.until')}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        {isHalf && <Text c="dimmed">{t('admin.incomplete')}</Text>}
        {error && <Alert color="red">{errorText(error)}</Alert>}
        <Group justify="flex-end" gap="sm">
          {maintenance && (
            <Button loading={end.isPending} onClick={() => end.mutate({})}>
              {t('admin.end')}
            </Button>
          )}
          <Button
            variant={maintenance ? 'default' : 'filled'}
            color={maintenance ? 'gray' : 'red.9'}
            disabled={isHalf}
            loading={begin.isPending}
            onClick={() => (maintenance ? save() : setAsked(true))}
          >
            {t(maintenance ? 'admin.change' : 'admin.begin')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsked}
        title={t('admin.begin')}
        text={t('admin.confirm')}
        confirmLabel={t('admin.begin')}
        isDestructive
        isBusy={begin.isPending}
        onConfirm={save}
        onClose={() => setAsked(false)}
      />
    </Paper>
  );
}
