import type { App } from "#src/app.ts";
import { createAdmin } from "#src/auth/auth.ts";

export const DEMO_USER = "maya";
export const DEMO_PASSWORD = "halcyon-2026";

export async function fillSalon(app: App): Promise<void> {
  await createAdmin(app, {
    username: DEMO_USER,
    email: "maya@example.com",
    password: DEMO_PASSWORD,
  });
}
