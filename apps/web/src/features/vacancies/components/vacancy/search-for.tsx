import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';

/** What makes a button a link to the search of people for a vacancy. */
export const searchFor = (vacancyId: number) => ({
  renderRoot: (props: HTMLAttributes<HTMLAnchorElement>) => <Link to="/profiles/" search={{ folderId: String(vacancyId) }} {...props} />,
});
