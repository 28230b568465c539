import { Link, type LinkProps } from '@tanstack/react-router';
import type { HTMLAttributes, MouseEvent, ReactNode } from 'react';

interface CandidateLinkProps extends HTMLAttributes<HTMLAnchorElement> {
  profileId: number;
  onOpen: () => void;
  children: ReactNode;
}

const isPlain = (event: MouseEvent) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
const noPreload: Pick<LinkProps, 'preload'> = { preload: false };

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
      // Opening a profile counts against the company's daily limit; hovering must not.
      {...noPreload}
      draggable={false}
      {...rest}
      onClick={open}
    >
      {children}
    </Link>
  );
}
