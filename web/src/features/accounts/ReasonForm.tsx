import { accessReasonLength } from '@escuta/contract/accounts';
import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnterAccount } from '#web/features/accounts/use-enter.ts';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';
import { useErrorText } from '#web/ui/error-text.ts';

/** Asks why somebody enters an account: its people can read it. */
export function ReasonForm({ account, onBack }: { readonly account: ChosenAccount; readonly onBack: () => void }) {
  const { t } = useTranslation(['accounts', 'ui']);
  const errorText = useErrorText();
  const enter = useEnterAccount();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const { min, max } = accessReasonLength;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const isTooShort = reason.trim().length < min;
        setShort(isTooShort);
        if (!isTooShort && !enter.isPending) enter.mutate({ account, reason });
      }}
    >
      <Text mb="md">{t('reason.text', { name: account.nome })}</Text>
      <Textarea
        label={t('reason.label')}
        placeholder={t('reason.placeholder')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isShort && t('reason.short', { min })}
        maxLength={max}
        rows={3}
        data-autofocus
        ref={(field) => field?.focus()}
      />
      {enter.isError && (
        <Alert color="red" mt="md" role="alert">
          {errorText(enter.error)}
        </Alert>
      )}
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" onClick={onBack}>
          {t('ui:dialog.back')}
        </Button>
        <Button type="submit" loading={enter.isPending}>
          {t('reason.enter')}
        </Button>
      </Group>
    </form>
  );
}
