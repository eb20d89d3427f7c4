import { getCompanySettings, logoBytesMax, removeLogo, uploadLogo } from '@escuta/contract/company-settings';
import type { Changes } from '@escuta/contract/primitives';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LastChange } from '#web/features/companies/LastChange.tsx';
import { call } from '#web/lib/call.ts';
import { companyQuery, useMe } from '#web/lib/me.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { ImageButton } from '#web/ui/ImageButton.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import classes from './Setting.module.css';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';

/** The logo of the company: another comes at once, and it is taken away after asking. */
export function LogoSetting({ changed }: { readonly changed: Changes[string] | undefined }) {
  const { t } = useTranslation(['companies', 'errors']);
  const { company } = useMe();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const change = useOneAtATime(async (ask: () => Promise<string | null>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const logo = await ask();
      queryClient.setQueryData(companyQuery.queryKey, (shown) => shown && { ...shown, logo });
      void queryClient.invalidateQueries({ queryKey: routeQuery(getCompanySettings, {}).queryKey });
      noticeSuccess(t('saved'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
    setAsking(false);
  });
  const choose = (file: File) => {
    if (file.size > logoBytesMax) return setFailure(t('errors:LOGO_NOT_VALID'));
    const form = new FormData();
    form.append('file', file);
    void change(async () => (await call(uploadLogo, { form })).logo);
  };
  return (
    <section aria-label={t('logo.label')} className={classes['setting']}>
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {t('logo.label')}
        </Text>
        {company.logo && <img src={company.logo} alt={company.nome} className={classes['logo']} />}
        <Group gap="sm">
          <ImageButton onChoose={choose} isBusy={isBusy}>
            {t(company.logo ? 'logo.replace' : 'logo.choose')}
          </ImageButton>
          {company.logo && (
            <Button variant="subtle" onClick={() => setAsking(true)}>
              {t('logo.remove')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('logo.help')}
        </Text>
        <AttemptFailure text={failure} />
        <LastChange changed={changed} />
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={t('logo.removeTitle')}
        text={t('logo.removeText')}
        confirmLabel={t('logo.remove')}
        isDestructive
        isBusy={isBusy}
        onConfirm={() => void change(async () => (await call(removeLogo, {}), null))}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
