import { Anchor } from '@mantine/core';
import type { AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

function StandaloneAnchor(props: Props) {
  return <Anchor size="sm" data-alone style={{ overflowWrap: 'anywhere' }} {...props} />;
}

/**
 * A link to a page that stands by itself and not in a sentence: the way back above a title, for one. Wide enough for a finger
 * (`touch.css`), and no wider than its page: it may say a name, long and without a space.
 */
export const StandaloneLink = createLink(StandaloneAnchor);
