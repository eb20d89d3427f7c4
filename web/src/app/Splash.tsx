import { Center, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';
import classes from './Splash.module.css';

const phrases = ['splash.1', 'splash.2', 'splash.3'] as const;
const phraseMs = 3_000;

/** What is shown until user and unit are loaded. */
export function Splash() {
  const { t } = useTranslation('shell', { useSuspense: false });
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setShown((before) => (before + 1) % phrases.length), phraseMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Center mih="100dvh" component="main">
      <Title order={1} className={classes['title'] ?? ''}>
        Escuta
      </Title>
      <Stack align="center" component="output">
        <Mark size={48} className={classes['mark']} />
        <Text c="dimmed">{t(phrases[shown] ?? phrases[0])}</Text>
      </Stack>
    </Center>
  );
}
