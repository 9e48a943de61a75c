"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";

const LINKS = [
  ["/", "Dashboard"],
  ["/campaigns", "Campaigns"],
  ["/inbox", "Inbox"],
  ["/appointments", "Appointments"],
  ["/waitlist", "Waitlist"],
  ["/contacts", "Contacts"],
  ["/memberships", "Memberships"],
  ["/payment-plans", "Payment plans"],
  ["/reports", "Reports"],
  ["/settings", "Settings"],
];

export function Navigation() {
  const path = usePathname();
  const [isOpen, setOpen] = useState(true);
  return (
    <nav className="w-60 border-r p-4" aria-label="Main">
      <button type="button" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        Menu
      </button>
      <ul className="flex flex-col gap-1">
        {LINKS.map(([href, label]) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={path === href ? "page" : undefined}
              className="flex items-center gap-2 rounded px-3 py-2"
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d="M3 12h18M3 6h18M3 18h18" stroke="currentColor" />
              </svg>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
