import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SurveyPreview.module.css';

/** The screen around a frame of the preview. Its lower edge says when there is more to scroll to. */
export function PreviewScreen({ isMoreBelow, children }: { isMoreBelow: boolean; children: ReactNode }) {
  return (
    <div className={classes['screen']}>
      {children}
      {isMoreBelow && (
        <span className={classes['more']} aria-hidden="true">
          <IconChevronDown size={18} stroke={1.75} />
        </span>
      )}
    </div>
  );
}
