import { Link, type LinkProps } from '@tanstack/react-router';
import type { HTMLAttributes, MouseEvent, ReactNode } from 'react';

interface CandidateLinkProps extends HTMLAttributes<HTMLAnchorElement> {
  profileId: number;
  /** A plain click shows the person beside the list; every other one is the browser's. */
  onOpen: () => void;
  children: ReactNode;
}

const isPlain = (event: MouseEvent) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
const noPreload: Pick<LinkProps, 'preload'> = { preload: false };

/** The name of a candidate: a real link to the profile, to be opened in a new tab or copied. */
export function CandidateLink({ profileId, onOpen, children, ...rest }: CandidateLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Link
      to="/profiles/$profileId/"
      params={{ profileId: String(profileId) }}
      // Opening a profile counts against the company's day: looking at a link does not.
      {...noPreload}
      draggable={false}
      {...rest}
      onClick={open}
    >
      {children}
    </Link>
  );
}
