import { ScrollArea, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneBreakpoint } from '#web/lib/use-is-phone.ts';
import classes from './MenuScroll.module.css';

/** What hides below may be so high before the arrow says so, in pixels (MENU-13). */
const overflowMax = 5;

/** The entries of the menu, which scroll where they do not fit: an arrow says that there are more, and goes there. */
export function MenuScroll({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isDesk = useMediaQuery(`(min-width: ${(phoneBreakpoint + 1) / 16}em)`, false, {
    getInitialValueInEffect: false,
  });
  const [overflow, setOverflow] = useState(0);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const box = viewport.current;
    if (!box) return undefined;
    const measure = () => {
      const hidden = box.scrollHeight - box.clientHeight;
      setOverflow(hidden);
      setAtEnd(box.scrollTop >= hidden - overflowMax);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    if (content.current) watch.observe(content.current);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);
  const Arrow = isAtEnd ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes['frame']}>
      <ScrollArea viewportRef={viewport} className={classes['area'] ?? ''} px="sm" pt="sm">
        <div ref={content}>{children}</div>
      </ScrollArea>
      {isDesk && overflow > overflowMax && (
        <UnstyledButton
          className={classes['arrow'] ?? ''}
          aria-label={t('menu.scroll')}
          onClick={() => viewport.current?.scrollTo({ top: isAtEnd ? 0 : viewport.current.scrollHeight })}
        >
          <Arrow size={16} stroke={1.5} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  );
}
