import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SurveyPreview.module.css';

/** The screen around a frame of the preview. The edge below it says when there is more to scroll to, and covers nothing. */
export function PreviewScreen({ isMoreBelow, children }: { isMoreBelow: boolean; children: ReactNode }) {
  return (
    <>
      {children}
      <div className={classes['edge']} data-more={isMoreBelow || undefined} aria-hidden="true">
        {isMoreBelow && <IconChevronDown size={16} stroke={2} />}
      </div>
    </>
  );
}
