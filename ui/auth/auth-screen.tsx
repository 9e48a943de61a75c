import * as Tabs from "radix-ui/tabs";
import { useState } from "react";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSetupToken } from "./setup-token.ts";
import { SideText } from "./side-text.tsx";

export function AuthScreen() {
  const setup = useSetupToken();
  const [tab, setTab] = useState(setup ? "register" : "login");

  return (
    <div className="@container flex flex-1 flex-col">
      <div className="mx-auto grid w-full max-w-225 flex-1 items-center gap-10 px-4 pt-8 pb-16 @3xl:grid-cols-[minmax(0,1fr)_26rem] @3xl:gap-20">
        <Tabs.Root
          value={tab}
          onValueChange={setTab}
          className="mx-auto w-full max-w-95 self-end @3xl:self-center"
        >
          <h1 className="display mb-5">{setup ? "Welcome to Parlor" : "Welcome back"}</h1>
          <Tabs.List className="seg mb-6 w-full *:flex-1" aria-label="Sign in or register">
            <Tabs.Trigger value="login">Login</Tabs.Trigger>
            <Tabs.Trigger value="register">Register</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="login" tabIndex={-1}>
            <LoginForm />
          </Tabs.Content>
          <Tabs.Content value="register" tabIndex={-1}>
            <RegisterForm setup={setup} onDone={() => setTab("login")} />
          </Tabs.Content>
        </Tabs.Root>
        <SideText />
      </div>
    </div>
  );
}
