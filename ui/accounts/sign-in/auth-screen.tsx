import { useState } from "react";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSetupToken } from "./setup-token.ts";
import { SideText } from "./side-text.tsx";
import { Tabs } from "./tabs.tsx";

export function AuthScreen() {
  const setup = useSetupToken();
  const [tab, setTab] = useState<"login" | "register">(setup ? "register" : "login");

  return (
    <div className="@container flex flex-1 flex-col">
      <div className="mx-auto grid w-full max-w-225 flex-1 items-center gap-10 px-4 pt-8 pb-16 @3xl:grid-cols-[minmax(0,1fr)_26rem] @3xl:gap-20">
        <div className="mx-auto w-full max-w-95 self-end @3xl:self-center">
          <h1 className="display mb-5">{setup ? "Welcome to Parlor" : "Welcome back"}</h1>
          <Tabs
            label="Sign in or register"
            value={tab}
            onValueChange={setTab}
            tabs={{
              login: { title: "Login", panel: <LoginForm /> },
              register: {
                title: "Register",
                panel: <RegisterForm setup={setup} onDone={() => setTab("login")} />,
              },
            }}
          />
        </div>
        <SideText />
      </div>
    </div>
  );
}
