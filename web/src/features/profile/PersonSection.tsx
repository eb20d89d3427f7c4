import { getProfile, pictureBytesMax, removePicture, updateProfile, uploadPicture } from '@escuta/contract/profile';
import { Alert, Avatar, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#web/features/profile/Section.tsx';
import { call } from '#web/lib/call.ts';
import { formatPhone } from '#web/lib/format-phone.ts';
import { meQuery, useMe } from '#web/lib/me.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { asPreviewed } from '#web/lib/role-preview.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { ImageButton } from '#web/ui/ImageButton.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Name, picture and phone. */
export function PersonSection() {
  const { t } = useTranslation('profile');
  const profile = useQuery(routeQuery(getProfile, {}, { staleTime: 0 }));
  return (
    <Section title={t('person.title')}>
      <Picture />
      <Loaded answer={profile}>{({ phone }) => <PersonForm phone={phone} />}</Loaded>
    </Section>
  );
}

function PersonForm({ phone }: { readonly phone: string | null }) {
  const { t } = useTranslation(['profile', 'errors']);
  const { user } = useMe();
  const queryClient = useQueryClient();
  const form = useRouteForm(updateProfile, {
    initialValues: { nome: user.nome, phone: phone ? formatPhone(phone) : '' },
    toBody: ({ nome, phone: typed }) => ({ nome, phone: typed.trim() || null }),
    refusals: { PHONE_NOT_VALID: () => ({ phone: t('errors:PHONE_NOT_VALID') }) },
    submit: async (body) => {
      queryClient.setQueryData(meQuery.queryKey, asPreviewed(await call(updateProfile, { body })));
      noticeSuccess(t('saved'));
    },
  });
  return (
    <RouteForm form={form} label={t('person.title')} submitLabel={t('save')} isGuarded>
      <TextInput label={t('person.name')} autoComplete="name" {...form.field('nome')} />
      <TextInput label={t('person.email')} value={user.email} readOnly description={t('person.emailHelp')} />
      <TextInput
        label={t('person.phone')}
        type="tel"
        autoComplete="tel"
        description={t('person.phoneHelp')}
        {...form.field('phone')}
      />
    </RouteForm>
  );
}

function Picture() {
  const { t } = useTranslation(['profile', 'errors']);
  const { user } = useMe();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const change = useOneAtATime(async (ask: () => Promise<string | null>) => {
    setFailure(undefined);
    try {
      const picture = await ask();
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, picture });
      noticeSuccess(t('saved'));
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  const choose = async (file: File) => {
    if (file.size > pictureBytesMax) return setFailure(t('errors:PICTURE_NOT_VALID'));
    const form = new FormData();
    form.append('file', file);
    setBusy(true);
    await change(async () => (await call(uploadPicture, { form })).picture);
    setBusy(false);
  };
  const remove = async () => {
    await call(removePicture, {});
    // The button that was pressed goes with the picture.
    chooser.current?.focus();
    return null;
  };
  return (
    <div>
      <Group gap="md">
        <Avatar size={64} color="teal" variant="filled" name={user.nome} src={user.picture} alt="" />
        <Group gap="sm">
          <ImageButton ref={chooser} onChoose={(file) => void choose(file)} isBusy={isBusy}>
            {t(user.picture ? 'picture.replace' : 'picture.choose')}
          </ImageButton>
          {user.picture && (
            <Button variant="subtle" onClick={() => void change(remove)}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t('picture.help')}
      </Text>
      {failure && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {failure}
        </Alert>
      )}
    </div>
  );
}
