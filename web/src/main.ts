import './styles/tokens.css'
import './styles/base.css'
import './styles/lists.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { storage } from './shared/storage'
import { applyTheme } from './shared/theme'

applyTheme(storage.theme)

const target = document.getElementById('app')
if (target) mount(App, { target })
