import './styles/tokens.css'
import './styles/base.css'
import './styles/lists.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { speak } from './languages'
import { keepShell } from './shared/shell'
import { storage } from './shared/storage'
import { applyTheme } from './shared/theme'

applyTheme(storage.theme)
keepShell()

const target = document.getElementById('app')
void speak().then(() => target && mount(App, { target }))
